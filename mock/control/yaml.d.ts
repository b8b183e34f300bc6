// The build embeds YAML files as text.
declare module '*.yaml' {
  const text: string
  export default text
}
