// Messages for wrong options of the mock. What they do: start-message.test.ts.
import { expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'

test.each<[args: string[], message: string]>([
  [['--prot', '4011'], 'Unknown option --prot: did you mean --port?'],
  [['--tokens=secret'], 'Unknown option --tokens: did you mean --token?'],
  [['--seed', '1'], 'Unknown option --seed: did you mean --random-seed?'],
  [['-x'], 'Unknown option -x'],
  [['plants.json'], "Unexpected argument 'plants.json': did you mean --plants plants.json?"],
  [['4011'], "Unexpected argument '4011': did you mean --port 4011?"],
  [['--port'], '--port needs a value'],
  [['--host', '--quiet'], '--host needs a value; write one that begins with - as --host=VALUE'],
  [['--quiet=true'], '--quiet takes no value'],
  [
    ['--token', 'one', 'two'],
    'Unexpected argument after --token: give --token once for each token',
  ],
  [['--quiet', 'x'.repeat(200)], `Unexpected argument '${'x'.repeat(100)}'`],
  [['--open', '--no-control'], '--open needs the console, which --no-control turns off'],
  [['--plants', ''], '--plants must be the path of a JSON file'],
  [
    ['--allowed-host', 'http://x'],
    '--allowed-host must be a name such as mock or .example.com, without scheme, path and *',
  ],
  [
    ['--host', '[::1]'],
    '--host must be an address or a name; write an IPv6 address without brackets, such as ::1',
  ],
  [
    ['--base-path', '/__mock'],
    '--base-path must be outside /__mock, unless the control API is off',
  ],
])('The mistake %j is one line that suggests what was meant', async (args, message) => {
  expect(await new Bin(args).ended).toEqual({
    code: 2,
    stdout: '',
    stderr: `plant-store-mock: ${message} (see plant-store-mock --help)\n`,
  })
})

test.each([
  [['--latency', '400-100'], /--latency must be a number of milliseconds, or a range such as/],
  [['--max-body-bytes=-1'], /--max-body-bytes must be/],
  [['--max-requests', '1e3'], /--max-requests must be/],
  [['--token', 'a b'], /--token must be a bearer token/],
  [['--port', 'x', '--host', '', '--latency', '2-1'], /--port .*; --host .*; --latency /],
])('The wrong value %j is one line and exit code 2', async (args, message) => {
  const { code, stdout, stderr } = await new Bin(args).ended
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(message)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})
