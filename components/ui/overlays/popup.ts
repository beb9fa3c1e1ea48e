/** The style of menus and panels that open over a page. */
export const popupClass =
  'rounded bg-surface text-sm text-ink shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/**
 * The element in which the menu of a button is placed. All content must be in a landmark, and a menu is not a landmark.
 * Null inside another popup, because the menu must stay there.
 */
export function findMain(trigger: Element | null): HTMLElement | null {
  const isInPopup = trigger === null || trigger.closest('[data-base-ui-portal]') !== null
  return isInPopup ? null : document.querySelector('main')
}
