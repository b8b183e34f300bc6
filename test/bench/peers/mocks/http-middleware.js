import { createServer } from '@mswjs/http-middleware'
import { HttpResponse, http } from 'msw'

const plants = []
const addPlant = http.post('*/plants', async ({ request }) => {
  const { id, name, tag } = await request.json()
  plants.push({ id, name, tag })
  return HttpResponse.json({ name, tag })
})
createServer(addPlant).listen(process.argv[2], '127.0.0.1')
