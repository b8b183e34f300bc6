import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: { input: ['client.html', 'mocked.html', 'unused.html'] },
  },
})
