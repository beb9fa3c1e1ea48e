/**
 * A press of a button before React has attached itself to it is lost. This script is part of the HTML of each page. It
 * repeats the last such press as soon as React handles its button, at most ten seconds later. Links and buttons that
 * submit a form work without React.
 */
export const earlyPressScript = `{
let press = null
// React adds a property with this name to each element that it handles.
const isHandled = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent
addEventListener('click', ({ target, clientX, clientY }) => {
press = null
const button = target.closest?.('button')
if (!button || (button.form !== null && button.type === 'submit')) return
const mine = { name: nameOf(button), href: location.href, until: performance.now() + 10_000 }
const repeat = () => {
if (press !== mine || location.href !== mine.href || performance.now() > mine.until) return
// React may have made another element of it.
const shown = button.isConnected ? button : document.elementFromPoint(clientX, clientY)?.closest('button')
if (!shown || nameOf(shown) !== mine.name) return
if (!isHandled(shown)) requestAnimationFrame(repeat)
else shown.click()
}
// The press itself can make React handle the button. React then also gets the press.
setTimeout(() => {
if (isHandled(button) || !button.isConnected) return
press = mine
repeat()
})
}, true)
}`
