import { describe, expect, it } from 'vitest'
import { readImports, type Source } from '../sources'
import { checkPages } from './page-messages'

/** Sources by their path. */
function tree(files: Record<string, string>): Source[] {
  const known = new Set(Object.keys(files))
  return Object.entries(files).map(([file, text]) => ({ file, text, imports: readImports(file, text, known) }))
}

const layout = `import { pickMessages } from '@/lib/messages/catalog'
export default async function Layout({ children }) {
  return <Providers messages={await pickMessages(language, ['common'])}>{children}</Providers>
}`
const common = `'use client'
export function Close() { return useTranslations('common')('close') }`
const list = [
  "'use client'",
  "import { Close } from '@/components/ui/close'",
  "import { Thumb, thumbSize } from '@/components/media/thumb'",
  "export function UserList() { return <Close size={thumbSize}>{useTranslations('users.list')('title')}</Close> }",
  'export function UserMedia() { return <Thumb /> }',
].join('\n')
const thumb = `'use client'
export const thumbSize = 4
export function Thumb() { return useTranslations('media')('title') }`
const page = (nouns: string, component = 'UserList') => `import { ${component} } from '@/components/users/list'
export default function Page() { return <SectionMessages of={[${nouns}]}><${component} /></SectionMessages> }`

const files = (own: Record<string, string>) =>
  tree({
    'app/layout.tsx': layout,
    'app/page.tsx': "import { Close } from '@/components/ui/close'\nexport default () => <Close />",
    'components/ui/close.tsx': common,
    'components/users/list.tsx': list,
    'components/media/thumb.tsx': thumb,
    ...own,
  })

describe('checkPages', () => {
  it('accepts a page that sends the messages of its components, beside those that the root sends', () => {
    expect(checkPages(files({ 'app/users/page.tsx': page("'users'") }))).toEqual([])
  })

  it('names the page, the noun and the file when messages are not sent', () => {
    expect(checkPages(files({ 'app/users/page.tsx': page('') }))).toEqual([
      'app/users/page.tsx: does not send the messages of "users" to components/users/list.tsx',
    ])
  })

  it('follows only what a component uses, and nothing else in its file', () => {
    expect(checkPages(files({ 'app/users/page.tsx': page("'users'", 'UserMedia') }))).toEqual([
      'app/users/page.tsx: does not send the messages of "media" to components/media/thumb.tsx',
      'app/users/page.tsx: sends the messages of "users", which nothing below it reads',
    ])
  })

  it('counts messages that the layouts around a page send', () => {
    const own = {
      'app/users/page.tsx': page(''),
      'app/users/layout.tsx': page("'users'").replace('UserList />', 'i />'),
    }
    // The page reads them, so the layout does not send too much.
    expect(checkPages(files(own))).toEqual([])
    expect(checkPages(files({ ...own, 'app/users/page.tsx': page("'users'") }))).toEqual([
      'app/users/page.tsx: sends the messages of "users" again, app/users/layout.tsx sends them',
    ])
  })

  it('includes a component that is loaded later', () => {
    // Spelled differently here, because this file is checked too.
    const lazy = `'use client'
const Later = dynamic(() => LOAD('@/components/media/thumb').then((module) => module.Thumb))
export const UserList = () => <Later />`.replace('LOAD', 'import')
    expect(checkPages(files({ 'app/users/page.tsx': page(''), 'components/users/list.tsx': lazy }))).toEqual([
      'app/users/page.tsx: does not send the messages of "media" to components/media/thumb.tsx',
    ])
  })

  it('ignores what is rendered only on the server', () => {
    const server = {
      'components/users/list.tsx': list.replace("'use client'\n", '').replace('<Close', '<b').replace('</Close', '</b'),
    }
    expect(checkPages(files({ 'app/users/page.tsx': page(''), ...server }))).toEqual([])
  })

  it('reports a component that reads the whole catalog', () => {
    const whole = { 'components/users/list.tsx': list.replace("'users.list'", '') }
    expect(checkPages(files({ 'app/users/page.tsx': page(''), ...whole }))).toEqual([
      'components/users/list.tsx: useTranslations() names no noun, so no page can send its messages',
    ])
  })

  it('expects the error page of the root to send its own messages, without the layouts', () => {
    const error = {
      'app/global-error.tsx': `'use client'\nimport { Close } from '@/components/ui/close'\nexport default () => <Close />`,
    }
    expect(checkPages(files({ 'app/users/page.tsx': page("'users'"), ...error }))).toEqual([
      'app/global-error.tsx: does not send the messages of "common" to components/ui/close.tsx',
    ])
  })
})
