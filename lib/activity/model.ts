/** Actions of the log, as the field speaks of them. Others may come with other versions: show their name. */
export const actionWords: Readonly<Record<string, string>> = {
  'status-group.create': 'created the group',
  'status-group.update': 'changed the group',
  'status-group.delete': 'deleted the group',
  'status-group.recreate': 'created the group again',
  'asset-type.assign-group': 'assigned the group to the type',
  'asset-type.remove-group': 'removed the group from the type',
  'asset.set-status': 'set the status',
  'asset.clear-status': 'cleared the status',
  'asset.restore-status': 'restored the status',
  'user-job.check': 'had the users checked',
  'user-job.run': 'brought the users in',
  'user-job.cancel': 'asked to cancel the job',
}
