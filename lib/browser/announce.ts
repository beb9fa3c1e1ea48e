'use client'

let region: HTMLElement | null = null
let isOdd = false

/**
 * Makes assistive technology announce `text` when it next pauses. The live region is outside all components, because a
 * region that is mounted together with its text is not announced.
 */
export function announce(text: string): void {
  if (region === null || !region.isConnected) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'polite')
    region.className = 'sr-only'
    region.dataset['announcements'] = ''
    document.body.append(region)
  }
  // A text is announced only if it differs from the previous one, so every second text gets an inaudible space.
  isOdd = !isOdd
  region.textContent = isOdd ? text : `${text}\u00a0`
}
