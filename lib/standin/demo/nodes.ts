import type { ChoiceSet, Node, Scene } from '../types'

/** Short functions for building a template. */
export const section = (label: string, ...children: Node[]): Node => ({ type: 'section', label, children })
export const category = (label: string, ...children: Node[]): Node => ({ type: 'category', label, children })

export const ask = (
  label: string,
  set: ChoiceSet,
  notes: readonly string[],
  more: { scene?: Scene; photo?: number; follow?: readonly Node[] } = {},
): Node => ({
  type: 'question',
  label,
  set,
  notes,
  mandatory: true,
  ...(more.scene ? { scene: more.scene } : {}),
  ...(more.photo ? { photo: more.photo } : {}),
  ...(more.follow ? { children: [{ type: 'smartfield', label: '', children: more.follow }] } : {}),
})

export const list = (label: string, set: ChoiceSet): Node => ({ type: 'list', label, set })
export const text = (label: string, ...texts: string[]): Node => ({ type: 'text', label, texts })
export const line = (label: string, ...texts: string[]): Node => ({ type: 'textsingle', label, texts })
export const slider = (
  label: string,
  range: readonly [number, number, number],
  usual: readonly [number, number],
): Node => ({ type: 'slider', label, range, usual })
export const plain = (type: string, label: string): Node => ({ type, label })
export const media = (label: string, scene: Scene): Node => ({ type: 'media', label, scene, photo: 0.7 })
export const infoText = (label: string): Node => ({ type: 'information', label })
export const infoLink = (label: string, link: string): Node => ({ type: 'information', label, link })
export const infoMedia = (label: string, scene: Scene): Node => ({ type: 'information', label, scene })
export const repeat = (label: string, repeats: readonly [number, number], ...children: Node[]): Node => ({
  type: 'dynamicfield',
  label,
  repeats,
  children,
})
/** The last section of every template. */
export const signOff = (...before: Node[]): Node =>
  section(
    'Sign-off',
    ...before,
    text(
      'Comments',
      'Nothing to add.',
      'Discussed with the shift lead on the spot.',
      'Walked the route with the safety representative.',
      '',
    ),
    plain('signature', 'Inspector’s signature'),
  )
