// #region form
'use client'
import { useActionState } from 'react'
import { addPlant, type Outcome } from './actions.ts'

export function AddPlantForm() {
  const before: Outcome = { message: '', problems: {}, values: {} }
  const [{ message, problems, values }, submit, isPending] = useActionState(addPlant, before)
  return (
    <form action={submit}>
      {['id', 'name', 'tag'].map(field => (
        <label key={field}>
          {field}{' '}
          <input
            name={field}
            defaultValue={values[field]}
            readOnly={isPending} // afterwards, React puts the values of the outcome into the fields
            aria-invalid={field in problems}
          />
          {problems[field]}
        </label>
      ))}
      <button type="submit" disabled={isPending}>
        Add plant
      </button>
      <output>{message}</output>
    </form>
  )
}
// #endregion
