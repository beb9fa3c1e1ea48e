/** The look of what opens over a page. */
export const popupClass =
  'rounded bg-surface text-sm text-ink shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/**
 * Where the menu of a button is placed: all content belongs in a landmark, and a menu is not one. Null inside another
 * popup, where the menu must stay.
 */
export function findMain(trigger: Element | null): HTMLElement | null {
  const isInPopup = trigger === null || trigger.closest('[data-base-ui-portal]') !== null
  return isInPopup ? null : document.querySelector('main')
}
