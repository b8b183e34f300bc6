// The contract's NewPlant as a schema.
// #region schema
import { newPlantSchema } from 'plant-store-client'

const input: unknown = JSON.parse('{ "id": 1 }')
const result = await newPlantSchema['~standard'].validate(input)
if (result.issues) console.log(result.issues) // [ { message: 'is required', path: [ 'name' ] } ]
// #endregion
