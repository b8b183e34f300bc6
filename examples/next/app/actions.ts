// #region action
'use server'
import { client } from './client.ts'
import { explainIssue, readPlant } from './read-plant.ts'

/** What the form shows. Next cannot return the Response and the Error of a result, only plain data. */
export interface Outcome {
  message: string
  /** By field: what is wrong with it, and what the user entered, because React empties the fields. */
  problems: Record<string, string>
  values: Record<string, string>
}

export async function addPlant(_before: Outcome, form: FormData): Promise<Outcome> {
  const values = Object.fromEntries([...form].map(([field, value]) => [field, String(value)]))
  const read = readPlant(form)
  if (read.issues) {
    const problems = read.issues.map(issue => [String(issue.path[0]), explainIssue(issue, form)])
    return { message: '', problems: Object.fromEntries(problems), values }
  }
  const { data, error } = await (await client()).addPlant(read.value)
  if (data) return { message: `${data.name} was added`, problems: {}, values: {} }
  if (error.kind === 'access-token') return { message: 'Please sign in', problems: {}, values }
  const may = error.mayHaveBeenAdded ? 'may have been added: please check' : 'was not added'
  return { message: `${read.value.name} ${may}`, problems: {}, values }
}
// #endregion
