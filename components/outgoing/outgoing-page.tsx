'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus, Send } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { useMounted } from '@/lib/browser/now'
import { outgoingQueries } from '@/lib/outgoing/queries'
import { OutgoingLog } from './outgoing-log'
import { TargetDialog } from './late-target-dialog'
import { TargetRow } from './target-row'

const tabs = ['targets', 'deliveries'] as const

/** Targets of outgoing webhooks, and what was sent to them. */
export function OutgoingPage() {
  const t = useTranslations('outgoing')
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('targets'))
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('actions.add')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title={t('title')} description={t('description')} actions={add} />
      <Tabs value={tab} onValueChange={(next) => void setTab(tabs.find((name) => name === next) ?? null)}>
        <TabList label={t('tabs.label')}>
          {tabs.map((name) => (
            <Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel value="targets" className="pt-4">
          <Targets />
        </TabPanel>
        <TabPanel value="deliveries" className="pt-4">
          <OutgoingLog />
        </TabPanel>
      </Tabs>
      {isAdding && <TargetDialog target={null} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Targets() {
  const t = useTranslations('outgoing')
  const isMounted = useMounted()
  const query = useQuery(outgoingQueries.list())
  const data = isMounted ? query.data : undefined
  return (
    <div className="flex max-w-[63rem] flex-col">
      <ListStates query={{ ...query, data }} title={t('failed')}>
        {data?.targets.length === 0 && (
          <EmptyState icon={Send} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        )}
      </ListStates>
      {data !== undefined && data.targets.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
          {data.targets.map((target) => (
            <TargetRow key={target.targetId} target={target} />
          ))}
        </ul>
      )}
    </div>
  )
}
