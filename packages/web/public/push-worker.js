// Shows what the site pushes, and opens it. It does nothing else: no page goes through it and nothing is kept.

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, body, path } = event.data.json()
  // the same notification again takes the place of the first
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon: '/icon.svg', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(new URL(event.notification.data.path, self.location.origin)))
})
