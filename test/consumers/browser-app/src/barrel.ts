export { PlantStoreClient } from 'plant-store-client'
export { createMockStore } from 'plant-store-client/mock'
export { createHandlers } from 'plant-store-client/mock/msw'
export const greeting = 'Hello.'
