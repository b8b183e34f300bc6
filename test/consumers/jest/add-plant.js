// #region jest-add-plant
/** What the user is told after adding a plant. */
exports.addPlant = async (client, plant) => {
  const result = await client.addPlant(plant)
  if (result.ok) return `${result.data.name} was added`
  if (result.error.mayHaveBeenAdded) return `${plant.name} may have been added: please check`
  return `${plant.name} was not added`
}
// #endregion
