'use client'

import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { useMounted } from '@/lib/browser/now'
import { scheduleQueries } from '@/lib/export-schedules/queries'
import { RunLog } from './run-log'
import { ScheduleDialog } from './late-schedule-dialog'
import { ScheduleRow } from './schedule-row'

const tabs = ['schedules', 'runs'] as const

/** Scheduled exports, and what they have written. */
export function SchedulesPage() {
  const t = useTranslations('exportSchedules')
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('schedules'))
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery(scheduleQueries.list())
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button variant="primary" icon={Plus} disabled={data === undefined} onClick={() => setAdding(true)}>
            {t('actions.add')}
          </Button>
        }
      />
      <Tabs value={tab} onValueChange={(next) => void setTab(tabs.find((name) => name === next) ?? null)}>
        <TabList label={t('tabs.label')}>
          {tabs.map((name) => (
            <Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel value="schedules" className="pt-4">
          <Schedules />
        </TabPanel>
        <TabPanel value="runs" className="pt-4">
          <RunLog />
        </TabPanel>
      </Tabs>
      {isAdding && data !== undefined && (
        <ScheduleDialog schedule={null} targetKinds={data.targetKinds} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

function Schedules() {
  const t = useTranslations('exportSchedules')
  const isMounted = useMounted()
  const query = useQuery(scheduleQueries.list())
  const data = isMounted ? query.data : undefined
  return (
    <div className="flex max-w-[63rem] flex-col">
      <ListStates query={{ ...query, data }} title={t('failed')}>
        {data?.schedules.length === 0 && (
          <EmptyState icon={CalendarClock} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        )}
      </ListStates>
      {data !== undefined && data.schedules.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
          {data.schedules.map((schedule) => (
            <ScheduleRow key={schedule.scheduleId} schedule={schedule} targetKinds={data.targetKinds} />
          ))}
        </ul>
      )}
    </div>
  )
}
