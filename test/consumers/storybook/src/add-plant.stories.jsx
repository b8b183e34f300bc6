// #region story
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { AddPlant } from './add-plant.jsx'

const store = createMockStore({ accessTokens: ['token'] })

export default {
  title: 'Plants',
  component: AddPlant,
  parameters: { msw: createHandlers(store) },
}
// #endregion

export const Added = {
  render: () => (
    <>
      <AddPlant accessToken="token" />
      <AddPlant accessToken="other" />
    </>
  ),
}
