// The build embeds such a file as text.
declare module '*.yaml' {
  const text: string
  export default text
}
