// Answers anything with the same bytes: what the load generator can do at most.
import { createServer } from 'node:net'

const body = '{"name":"Monstera","tag":"tropical"}'
const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
createServer(socket => {
  socket.on('data', () => socket.write(answer))
  socket.on('error', () => socket.destroy())
}).listen(Number(process.argv[2]), '127.0.0.1')
