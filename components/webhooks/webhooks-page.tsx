'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { PageHeader } from '@/components/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { webhookQueries } from '@/lib/webhooks/queries'
import { DeliveryLog } from './delivery-log'
import { ReceiverPanel } from './receiver-panel'
import { Subscriptions } from './subscriptions'

const tabs = ['deliveries', 'subscriptions'] as const

/** What the service tells of changes: whether it can, what came, and what it was asked to tell. */
export function WebhooksPage() {
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('deliveries'))
  const { data } = useQuery(webhookQueries.status())
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader
        title="Webhooks"
        description="The service tells what changed, and the console reads it at once. What it does not tell comes with the next sync."
      />
      <ReceiverPanel />
      <Tabs value={tab} onValueChange={(next) => void setTab(tabs.find((name) => name === next) ?? null)}>
        <TabList label="Parts of webhooks">
          <Tab value="deliveries" {...(data !== undefined && data.waiting > 0 ? { count: data.waiting } : {})}>
            Deliveries
          </Tab>
          <Tab value="subscriptions">Subscriptions</Tab>
        </TabList>
        <TabPanel value="deliveries" className="pt-4">
          <DeliveryLog />
        </TabPanel>
        <TabPanel value="subscriptions" className="pt-4">
          <Subscriptions />
        </TabPanel>
      </Tabs>
    </div>
  )
}
