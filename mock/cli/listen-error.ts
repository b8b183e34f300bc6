/** What to do about an error of `listen`, in place of the words of the system. */
export function describeListenError(error: NodeJS.ErrnoException): string {
  const { code, message, port, address, hostname } = error as ListenError
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${address} is in use: stop the program that uses it, or choose another port (--port 0 takes any free one)`
    case 'EACCES':
      return `Port ${port} is reserved for the system: choose one above 1023 (--port 0 takes any free one)`
    case 'EADDRNOTAVAIL':
      return `--host: this machine does not have the address ${address}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `--host: the name ${hostname} cannot be resolved`
    default:
      return message
  }
}

/** What Node adds to errors of `listen` and of name look-ups. */
interface ListenError extends NodeJS.ErrnoException {
  port?: number
  address?: string
  hostname?: string
}
