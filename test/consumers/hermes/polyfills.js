// What React Native brings along (abort-controller, whatwg-fetch), and what apps add (react-native-url-polyfill's URL, TextDecoder).
globalThis.self = globalThis
const soon = setTimeout // the command line of Hermes does not wait: the client's time-out would run at once
globalThis.setTimeout = (callback, ms) => (ms >= 1_000 ? 0 : soon(callback))
globalThis.XMLHttpRequest = class {} // whatwg-fetch looks for it; the bundle passes its own fetch
require('abort-controller/polyfill')
require('whatwg-fetch')
const { TextDecoder, TextEncoder } = require('text-encoding') // one that knows `fatal`
const { URL, URLSearchParams } = require('whatwg-url-without-unicode')
Object.assign(globalThis, { TextDecoder, TextEncoder, URL, URLSearchParams })
