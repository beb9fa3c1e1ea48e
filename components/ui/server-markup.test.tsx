import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Trash2 } from 'lucide-react'
import { WithMessages } from '@/components/testing-root'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { Badge } from './badge'
import { Button, IconButton } from './button'
import { Dialog } from './dialog'
import { EmptyState } from './lists/empty-state'
import { ErrorNotice } from './error-notice'
import { TextField } from './inputs/field'
import { Kbd } from './kbd'
import { Menu, MenuItem } from './menu'
import { PageHeader } from './page-header'
import { formatPercentage, ScoreBar, ScoreRing } from './score'
import { Select } from './inputs/select'
import { Skeleton } from './skeleton'
import { Tab, TabList, TabPanel, Tabs } from './tabs'
import { Time } from './dates/time'
import { ToastProvider } from './toast'
import { TooltipHost, TooltipProvider } from './tooltip'

const pieces: Record<string, ReactElement> = {
  button: (
    <Button variant="primary" busy>
      Save
    </Button>
  ),
  'icon button': <IconButton label="Delete" icon={Trash2} keys="x" />,
  badge: <Badge tone="bad">3 failed</Badge>,
  dialog: <Dialog open={false} onOpenChange={() => {}} title="Sure?" />,
  'empty state': <EmptyState title="Nothing here" />,
  'error notice': (
    <ErrorNotice
      error={new AppError('throttled', 'Too many requests.', { details: { retryAfterSeconds: 9 } })}
      title="The list could not be loaded"
      onRetry={() => {}}
    />
  ),
  field: <TextField label="Name" error="Is missing" />,
  kbd: <Kbd keys="mod+k" />,
  menu: (
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={() => {}}>Copy</MenuItem>
    </Menu>
  ),
  'page header': <PageHeader title="Overview" count="9" />,
  'score ring': <ScoreRing percentage={61.2} tone="attention" />,
  'score bar': <ScoreBar percentage={61.2} tone="attention" />,
  select: <Select label="Order" value="a" options={[{ value: 'a', label: 'Newest' }]} onChange={() => {}} />,
  skeleton: <Skeleton className="h-4" />,
  tabs: (
    <Tabs value="a" onValueChange={() => {}}>
      <TabList label="Parts">
        <Tab value="a">A</Tab>
        <Tab value="b">B</Tab>
      </TabList>
      <TabPanel value="a">1</TabPanel>
      <TabPanel value="b">2</TabPanel>
    </Tabs>
  ),
  time: <Time value="2026-11-20T21:05:00.000Z" />,
}

function renderOnServer(piece: ReactElement): string {
  return renderToString(
    <WithMessages>
      <TooltipProvider>
        <ToastProvider>{piece}</ToastProvider>
        <TooltipHost />
      </TooltipProvider>
    </WithMessages>,
  )
}

describe('markup rendered on the server', () => {
  it.each(Object.keys(pieces))('has no style attributes, which the content security policy forbids: %s', (name) => {
    const html = renderOnServer(pieces[name] ?? <i />)
    expect(html).not.toMatch(/\sstyle=/)
    expect(html).not.toContain('<style')
    expect(html.length).toBeGreaterThan(name === 'dialog' ? -1 : 10)
  })

  it('contains the name of an icon button', () => {
    expect(renderOnServer(pieces['icon button'] ?? <i />)).toContain('aria-label="Delete"')
  })

  it('says in an error notice what happened and when it is retried', () => {
    const html = renderOnServer(pieces['error notice'] ?? <i />)
    expect(html).toContain('Too many requests.')
    expect(html).toContain('role="alert"')
    expect(html.replaceAll('<!-- -->', '')).toContain('Trying again in 9 s')
  })

  it('does not contain the message of an internal error', () => {
    const html = renderOnServer(<ErrorNotice error={new Error('select * from secrets')} title="Failed" />)
    expect(html).not.toContain('secrets')
    expect(html).toContain('Something went wrong on this page.')
  })
})

describe('the score ring', () => {
  it('never rounds a percentage up to 100%', () => {
    const written = [99.6, 100, 0, 3.25, 61.4].map((percentage) => formatPercentage(percentage))
    expect(written).toEqual(['99%', '100%', '0%', '3.3%', '61%'])
  })
})
