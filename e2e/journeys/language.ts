import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures'

type Tree = { readonly [key: string]: string | Tree }

const listTexts = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : listTexts(value)))

const readTexts = (language: string) =>
  listTexts(JSON.parse(readFileSync(`lib/messages/${language}.json`, 'utf8')) as Tree)

/**
 * Messages that are also labels of questions in the stand-in's data, names of operations of the service, or names of
 * formats as the log stores them.
 */
const alsoData = new Set(['Prepared by', 'Search inspections', 'JSON Lines'])

/**
 * English messages that another language translates differently. Messages with values are left out, because the page
 * does not show them as they are in the catalog. Short messages are left out, because the data may contain the same
 * text.
 */
function listEnglish(language: string): string[] {
  const theirs = readTexts(language)
  const used = new Set(theirs)
  return readTexts('en').filter(
    (text, at) =>
      !alsoData.has(text) &&
      text !== theirs[at] &&
      !used.has(text) &&
      !/[{}<>]/.test(text) &&
      /[a-z]{3}/.test(text) &&
      text.length > 8,
  )
}

/** Fails when a page in another language has an English message, visible or for screen readers. */
export async function expectNoEnglish(page: Page, language: string): Promise<void> {
  const found = await page.evaluate((texts) => {
    const known = new Set(texts)
    const seen: string[] = []
    const add = (element: Element | null, text: string | null) => {
      const trimmed = (text ?? '').trim()
      // Parts that are marked as English are in English for everyone.
      if (known.has(trimmed) && element?.closest('[lang=en]') === null) seen.push(trimmed)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!/^(?:SCRIPT|STYLE)$/.test(walker.currentNode.parentElement?.tagName ?? ''))
        add(walker.currentNode.parentElement, walker.currentNode.textContent)
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name))
    return [...new Set(seen)]
  }, listEnglish(language))
  expect(found).toEqual([])
}

/** Fails when a button, link, tab or heading is clipped and its full text is not available in another way. */
export async function expectNothingClipped(page: Page): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, h1, h2, h3, label, [role=tab], [role=radio]')]
      .filter((element) => {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
        return (
          element.checkVisibility() &&
          // Text with a clip path is only for screen readers.
          clipPath === 'none' &&
          overflowX !== 'visible' &&
          textOverflow !== 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 1
        )
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )
  expect(found).toEqual([])
}
