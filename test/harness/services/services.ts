/** A service with a real framework, and what `verify` must say of it. */
export interface RealService {
  name: string
  /** The packages that it needs from npm. */
  packages?: readonly string[]
  /** Its file in test/fixtures/services/. */
  file: string
  /** The program that runs it, Node by default, and its arguments before the file. */
  command?: readonly string[]
  /** A command that fails where the runtime is missing. */
  needs?: readonly string[]
  /** Its exit code, by default 1: the service differs from the specification. */
  code?: 3
  says: readonly RegExp[]
}

const PYTHON = process.env.PYTHON ?? '/usr/bin/python3'
const PHP = ['php', '-d', 'display_errors=0', '-S', '127.0.0.1:$PORT']

export const services: readonly RealService[] = [
  {
    name: 'express',
    packages: ['express@5'],
    file: 'express.mjs',
    says: [
      /400 whose body is not an Error.*as text\/html/,
      /500 for \d+ requests that are invalid/,
    ],
  },
  {
    name: 'fastify',
    packages: ['fastify@5'],
    file: 'fastify.mjs',
    says: [
      /400 whose body is not an Error.*error must be an integer, but got the string "Bad Request"/,
      /makes texts of \d+ values of other types: .*name 123 came back as "123"/,
    ],
  },
  {
    name: 'nest',
    packages: [
      '@nestjs/common@11',
      '@nestjs/core@11',
      '@nestjs/platform-express@11',
      'reflect-metadata@0.2',
      'rxjs@7',
    ],
    file: 'nest.mjs',
    says: [
      /201 in place of 200/,
      /name came back with other spaces/,
      /400 whose body is not an Error/,
    ],
  },
  {
    name: 'hono',
    packages: ['hono@4', '@hono/node-server@1'],
    file: 'hono.mjs',
    says: [/tag must be a string, but got the number 123/, /500 for \d+ requests that are invalid/],
  },
  {
    name: 'flask',
    file: 'flask_service.py',
    command: [PYTHON],
    needs: [PYTHON, '-c', 'import flask'],
    says: [
      /name came back with other spaces/,
      /tag must be a string, but got null/,
      /400 whose body is not an Error/,
    ],
  },
  {
    name: 'http.server',
    file: 'http_server.py',
    command: [PYTHON],
    needs: [PYTHON, '--version'],
    says: [/200 without a bearer token/, /name must be a string, but got the number 123/],
  },
  {
    name: 'go',
    file: 'main.go',
    command: ['go', 'run'],
    needs: ['go', 'version'],
    says: [
      /name is "Aloe", not "Monstera"|tag is "Aloe", not missing/,
      /400 whose body is not an Error/,
    ],
  },
  {
    name: 'php',
    file: 'service.php',
    command: PHP,
    needs: ['php', '--version'],
    says: [/name came back with other spaces/],
  },
  {
    name: 'php-headers',
    file: 'headers.php',
    command: PHP,
    needs: ['php', '--version'],
    code: 3,
    says: [/does not accept this token.*getallheaders\(\)/],
  },
]
