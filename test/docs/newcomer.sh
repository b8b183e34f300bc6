# The commands of the guides for a first test; newcomer.long.test.ts runs each region in a fresh folder.
# #region vitest
npm install --save-dev vitest msw
npx vitest run
# #endregion

# #region jest
npm install --save-dev jest
npx jest
# #endregion

# #region jest-msw
npm install --save-dev jest msw
NODE_OPTIONS=--experimental-vm-modules npx jest
# #endregion

# #region playwright
npm install --save-dev @playwright/test vite
npx playwright test
# #endregion

# #region loading
npm install --save-dev vitest jsdom @testing-library/react @testing-library/user-event react react-dom
npx vitest run --environment jsdom
# #endregion
