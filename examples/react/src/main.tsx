// A form that adds a plant, and says in plain words what came of it. `npm run dev` needs no service;
// the built app uses the one in .env: npx plant-store-client mock --token let-me-in
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { AddPlant } from './add-plant.tsx'
import './page.css'

if (import.meta.env.DEV) await import('./mock.ts')

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <AddPlant />
  </QueryClientProvider>,
)
