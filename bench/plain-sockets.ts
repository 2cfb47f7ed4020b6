import { WebSocketServer } from 'ws'

// The least that a process with open sockets can be: what the gateway is measured beside.
const server = new WebSocketServer({ port: Number(process.argv[2]), host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => socket.send('{"type":"READY"}'))
server.on('listening', () => console.log('ready'))
