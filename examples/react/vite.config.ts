import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'

// msw() serves the worker of the msw that is installed, so that there is no copy to keep fresh.
export default defineConfig({ plugins: [react(), msw()] })
