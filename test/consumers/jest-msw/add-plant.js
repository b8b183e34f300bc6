// #region add-plant
const { PlantStoreClient } = require('plant-store-client')

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})

/** What the user is told after adding a plant. */
exports.addPlant = async plant => {
  const result = await client.addPlant(plant)
  if (result.ok) return `${result.data.name} was added`
  if (result.error.mayHaveBeenAdded) return `${plant.name} may have been added: please check`
  return `${plant.name} was not added`
}
// #endregion
