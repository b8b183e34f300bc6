/** JSON Pointers to what is edited most. */
export const PLANT = '/components/schemas/Plant'
export const NAME: string = `${PLANT}/properties/name`
export const TAG: string = `${PLANT}/properties/tag`
export const NEW_PLANT = '/components/schemas/NewPlant/allOf/1'
export const ID: string = `${NEW_PLANT}/properties/id`
export const ERROR = '/components/schemas/Error'
export const POST = '/paths/~1plants/post'
export const REQUEST: string = `${POST}/requestBody/content/application~1json`
export const SUCCESS: string = `${POST}/responses/200/content/application~1json`
export const FAILURE: string = `${POST}/responses/400/content/application~1json`

/** A new property of NewPlant that is not in the response. */
export const own = (name: string): string => `${NEW_PLANT}/properties/${name}`
