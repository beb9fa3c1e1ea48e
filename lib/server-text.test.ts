import { array, assert, constantFrom, dictionary, integer, oneof, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import './testing/random-runs'
import { AppError } from './errors'
import { cutText, renderJson, renderText, replaceServerTexts, serverText, type ServerKey } from './server-text'

const method = (name: string) => serverText('web.methodNotAllowed', { method: name })

describe('a server text', () => {
  it('is written in the language of the reader, even within other text', () => {
    expect(renderText(`${serverText('web.notFound')} ${method('PUT')} So far.`)).toBe(
      'Nothing exists at this address. This path does not support PUT. So far.',
    )
  })

  it('can be a value of another server text', () => {
    expect(renderText(method(method('PUT')))).toBe('This path does not support This path does not support PUT..')
  })

  it('is shown as its key if the message no longer exists', () => {
    expect(renderText(serverText('gone.since' as ServerKey, { count: 1 }))).toBe('gone.since')
  })

  it('is English in the message of an error, and keeps its key for other languages', () => {
    const error = new AppError('not_found', serverText('web.notFound'))
    expect(error.message).toBe('Nothing exists at this address.')
    expect(error.text).toBe(serverText('web.notFound'))
  })

  it('is also replaced within values of JSON', () => {
    const data = { note: method('"PUT"\n'), list: ['as it is', null, 7] }
    expect(JSON.parse(renderJson(data, 'en'))).toEqual({
      note: 'This path does not support "PUT"\n.',
      list: ['as it is', null, 7],
    })
  })

  it('is kept or removed as a whole when the text around it is cut', () => {
    const [one, two] = [method('PUT'), method(method('GET'))]
    const text = `a ${one} ${two} b`
    for (let length = 0; length <= text.length; length += 1) {
      const cut = cutText(text, length)
      expect(text.startsWith(cut) && cut.length <= length).toBe(true)
      expect(renderText(cut)).not.toMatch(/[\uFDD0\uFDD1]/)
    }
    expect(cutText(text, text.length - 3)).toBe(`a ${one} `)
    expect(cutText(text, text.length - 2)).toBe(`a ${one} ${two}`)
  })

  it('does not include marks that do not enclose a text', () => {
    for (const text of [
      '\uFDD0',
      '\uFDD1 a \uFDD0',
      '\uFDD0{"a":1}\uFDD1',
      '\uFDD0[1]\uFDD1',
      '\uFDD0["a",null\uFDD1 b',
    ])
      expect(renderText(text)).toBe(text)
  })

  it('gives back its key and values, whatever text surrounds it or is in its values', () => {
    const plain = string({ unit: constantFrom('a', '"', '\\', '\n', '[', ']', '{', '}', 'é', '😀') })
    const values = dictionary(constantFrom('a', 'b'), oneof(plain, integer()), { noNullPrototype: true })
    assert(
      property(array(tuple(plain, values), { maxLength: 4 }), plain, (parts, last) => {
        const read: unknown[] = []
        const text = parts.map(([before, given]) => before + serverText('web.notFound', given)).join('') + last
        const rest = replaceServerTexts(text, (found) => {
          read.push(found)
          return ''
        })
        expect(read).toEqual(parts.map(([, given]) => ({ key: 'web.notFound', values: given })))
        expect(rest).toBe(parts.map(([before]) => before).join('') + last)
      }),
    )
  })
})
