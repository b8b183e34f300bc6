// Made by `npm run generate` from openapi.yaml. Not edited by hand.
export const method = "POST" as const
export const path = "/plants" as const
export const mediaType = "application/json" as const
export const successStatus = 200 as const
export const errorStatuses = [400] as const
export const plantFields = ["name","tag"] as const
export function partOfNewPlant<T extends { "name"?: unknown; "tag"?: unknown; "id"?: unknown }>(whole: T): Pick<T, "name" | "tag" | "id"> {
  const part = {} as T
  if (whole["name"] !== undefined) part["name"] = whole["name"]
  if (whole["tag"] !== undefined) part["tag"] = whole["tag"]
  if (whole["id"] !== undefined) part["id"] = whole["id"]
  return part
}
export function partOfPlant<T extends { "name"?: unknown; "tag"?: unknown }>(whole: T): Pick<T, "name" | "tag"> {
  const part = {} as T
  if (whole["name"] !== undefined) part["name"] = whole["name"]
  if (whole["tag"] !== undefined) part["tag"] = whole["tag"]
  return part
}
