export { PlantStoreClient } from 'plant-store-client'
export { createHandlers, createMockStore } from 'plant-store-client/mock'
export const greeting = 'Hello.'
