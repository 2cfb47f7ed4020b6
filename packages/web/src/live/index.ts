export { actOnReminderForm } from './reminder-act.ts'
export { ReminderButton } from './reminder-button.tsx'
