import { describeKeys } from './keys.ts'

/** The help of `plant-store-client` itself. `mock/verify/` has the help of `verify`. */
export const help = `Usage: plant-store-client <command> [options]

Commands:
  mock      serve a mock of the Plant Store service until it is stopped
  verify    check a real service against the specification; adds plants to it

Options:
  -v, --version    print the version
  -h, --help       print this help

plant-store-client <command> --help lists the options of a command.`

/** Returns the help of the mock. `program` is the command as it was typed. */
export const mockHelp = (program: string): string => `Usage: ${program} [options]

Serves a mock of the Plant Store service until it is stopped.

Options:
  --port <number>             port to listen on, 0 for any free port (default 4010)
  --host <name>               address or name to listen on (default 127.0.0.1)
  --allowed-host <name>       name for the console and the control API, such as mock or
                              .example.com, and for pages that use it; may be repeated
  --base-path <path>          path of the base address, such as /v1 (default none)
  --forward <url>             base address of a real service to stand in front of
  --token <token>             access token to accept; may be repeated (default any)
  --plants <file>             JSON file of the plants to start with, such as
                              [{"id":1,"name":"Monstera","tag":"tropical"}]
  --duplicate-ids <policy>    accept or reject a plant whose id exists (default accept)
  --unknown-fields <policy>   ignore or reject a field that plants do not have (default ignore)
  --latency <ms>              milliseconds before each response, or a range: 100-400 (default 0)
  --failure-rate <share>      share of requests that get a random failure, 0 to 1 (default 0)
  --random-seed <number>      seed for reproducible latency and failures
  --no-control                do not serve the console and the control API under /__mock
  --open                      open the console in a browser, or in the program $BROWSER
  --json                      print a line of JSON for each request
  --quiet                     print the address, but no requests
  -v, --version               print the version
  -h, --help                  print this help

Limits:
  --max-body-bytes <number>   reject larger bodies with 413 (default 1048576)
  --max-requests <number>     number of requests that the journal keeps (default 1000)
  --max-sessions <number>     named sessions to keep; the longest idle ends first (default 1000)

Keys, in a terminal, each with Enter:
  ${describeKeys().join(', ')}

Output is coloured on a terminal unless NO_COLOR is set, and elsewhere if FORCE_COLOR is.
Exit codes: 0 success, 1 cannot listen, 2 wrong options or plants.`
