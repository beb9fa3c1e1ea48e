'use client'

let region: HTMLElement | null = null
let isOdd = false

/**
 * Has assistive technology say `text` when it is next silent. The region is outside of all components, because a live
 * region that is mounted together with its words is not read.
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
  // The same words again are said again only when the text differs: by a space that nobody hears.
  isOdd = !isOdd
  region.textContent = isOdd ? text : `${text}\u00a0`
}
