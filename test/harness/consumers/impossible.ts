/** A set-up that is not run, and why. */
interface Impossible {
  name: string
  why: string
}

export const impossible: Impossible[] = [
  {
    name: 'React Native and Expo on a device',
    why: 'needs the SDKs of Android or Xcode; the bundle runs in Hermes 0.12 instead, the newest on npm (hermes-compiler only compiles)',
  },
  {
    name: 'Firefox and Safari',
    why: 'Playwright downloads builds of its own; pages run in Chromium alone',
  },
  {
    name: 'Vercel, Netlify and Deno Deploy',
    why: 'need an account; the edge route runs in the sandbox of next start, Workers in workerd, Deno locally',
  },
  {
    name: 'openapi-generator',
    why: 'its npm package downloads the generator from Maven when it runs',
  },
  {
    name: 'orval 8',
    why: 'depends on a version of @scalar/openapi-validator that npm does not have; orval 7 runs',
  },
  {
    name: '.NET, Swift, Kotlin and Rust',
    why: 'no compiler to be expected; the mock speaks plain HTTP, as to the languages that run',
  },
]
