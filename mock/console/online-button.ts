import { createButton } from './dom.ts'

/** A button that needs the server: `setOnline` marks it while the server is not reachable. */
export function createOnlineButton(
  label: string,
  onClick: () => unknown,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const button = createButton(label, onClick, { 'data-online': '', ...attributes })
  if (document.body.hasAttribute('data-offline')) button.setAttribute('aria-disabled', 'true')
  return button
}
