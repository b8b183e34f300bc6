/** What `.env` has. */
interface ImportMetaEnv {
  readonly VITE_PLANT_STORE_URL: string
  readonly VITE_PLANT_STORE_TOKEN: string
}
