'use client'

let region: HTMLElement | null = null
let isOdd = false

/**
 * Makes assistive technology announce `text` when it is next silent. The region is outside all components, because a live
 * region that is mounted together with its text is not read.
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
  // The same text is announced again only when it differs, so an inaudible space is added.
  isOdd = !isOdd
  region.textContent = isOdd ? text : `${text}\u00a0`
}
