import { act } from 'react'

/** Opens the select with this accessible name. Returns the texts of its options. */
export async function openSelect(name: string): Promise<Array<string | null>> {
  const trigger = [...document.querySelectorAll<HTMLElement>('[role=combobox]')].find(
    (each) => each.getAttribute('aria-label') === name || labelOf(each) === name,
  )
  if (trigger === undefined) throw new Error(`no select "${name}"`)
  if (trigger.getAttribute('aria-expanded') !== 'true') {
    trigger.focus()
    await press('ArrowDown')
  }
  return [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
}

/** Opens the select with this accessible name and chooses an option by its text. */
export async function chooseOption(name: string, option: string): Promise<void> {
  const options = await openSelect(name)
  const wanted = options.indexOf(option)
  if (wanted === -1) throw new Error(`no option "${option}", only ${options.join(', ')}`)
  await press('Home')
  for (let at = 0; at < wanted; at += 1) await press('ArrowDown')
  await press('Enter')
}

const labelOf = (element: HTMLElement) =>
  element instanceof HTMLButtonElement ? element.labels[0]?.textContent : undefined

/** Sends a key to the focused element and waits for a task, because the list responds later. */
async function press(key: string): Promise<void> {
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await new Promise((resolve) => setTimeout(resolve))
  })
}
