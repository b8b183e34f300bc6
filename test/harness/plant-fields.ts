import { requestFields } from '../../generated/contract.ts'

/** The fields of a plant, as messages list them: "name, tag, id". */
export const PLANT_FIELDS: string = requestFields.map(({ name }) => name).join(', ')
