// Made by `npm run generate` from openapi.yaml. Not edited by hand.
export const method = "POST" as const
export const path = "/plants" as const
export const mediaType = "application/json" as const
export const successStatus = 200 as const
export const errorStatuses = [400] as const
export const newPlantFields = ["name","tag","id"] as const
export const plantFields = ["name","tag"] as const
