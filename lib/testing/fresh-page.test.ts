// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { replaceWindow } from './fresh-page'

it('the next file has a window without anything that this file left in it', async () => {
  const old = document
  const heard: string[] = []
  localStorage.setItem('left', 'here')
  history.pushState(null, '', '/left')
  document.body.append('left')
  Reflect.set(Element.prototype, 'left', true)
  window.addEventListener('left', () => heard.push('left'))
  await replaceWindow()
  window.dispatchEvent(new Event('left'))
  expect(document).not.toBe(old)
  expect([localStorage.length, location.pathname, document.body.textContent, 'left' in document.body]).toEqual([
    0,
    '/',
    '',
    false,
  ])
  expect(heard).toEqual([])
})

it('a request can send forms of the next window', async () => {
  await replaceWindow()
  const form = new FormData()
  form.append('name', 'text')
  const sent = await new Request('http://localhost/', { method: 'POST', body: form }).formData()
  expect(sent.get('name')).toBe('text')
})

it('the next window is online, even if the previous one was offline', async () => {
  onlineManager.setOnline(false)
  await replaceWindow()
  expect(onlineManager.isOnline()).toBe(true)
})

it('the next window has its own classes', async () => {
  await replaceWindow()
  const pressed: string[] = []
  document.body.addEventListener('pointerdown', ({ type }) => pressed.push(type))
  document.body.dispatchEvent(new PointerEvent('pointerdown'))
  expect(document.body instanceof HTMLElement).toBe(true)
  expect(pressed).toEqual(['pointerdown'])
})
