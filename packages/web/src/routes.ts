import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),

  route('tutorials', 'pages/list.tsx', { id: 'tutorials' }),
  route('projects', 'pages/list.tsx', { id: 'projects' }),
  route('courses', 'pages/list.tsx', { id: 'courses' }),
  route('live-calendar', 'pages/live-calendar.tsx'),
  route('search', 'pages/search.tsx'),

  route('tutorial/:slug', 'pages/tutorial.tsx'),
  route('project/:slug', 'pages/detail.tsx', { id: 'project' }),
  route('course/:slug', 'pages/detail.tsx', { id: 'course' }),
  route('liveSession/:slug', 'pages/live-session.tsx'),
  route('quiz/:slug', 'pages/quiz.tsx'),
  route('u/:userId', 'pages/my-learning.tsx'),
  route('discount/:userId', 'pages/my-discounts.tsx'),
  route('personal/cart', 'pages/cart-add.tsx'),
  route('personal/cart/:userId', 'pages/cart.tsx'),
  route('pay/:orderId', 'pages/pay.tsx'),
  route('payment/sandbox/:paymentId', 'pages/sandbox-payment.tsx'),
  route('bundle/:slug', 'pages/bundle.tsx'),
  route('order/:orderId', 'pages/order.tsx'),
  route('premium', 'pages/premium.tsx'),

  route('admin/learn/report-stats', 'pages/report-stats.tsx'),
  route('admin/learn/payouts', 'pages/payouts.tsx'),
  route('admin/learn/promotions', 'pages/promotions.tsx'),
  route('admin/learn/promotions/:id', 'pages/promotion.tsx'),

  route('creator/media', 'pages/creator-media.tsx'),
  route('creator/dashboard', 'pages/creator-dashboard.tsx', { id: 'creator-dashboard' }),
  route('creator/featured', 'pages/creator-featured.tsx'),
  route('creator/insights/:id', 'pages/creator-insights.tsx'),
  route('creator/sales', 'pages/creator-sales.tsx'),
  route('creator/pages', 'pages/creator-pages.tsx'),
  route('creator/pages/preview', 'pages/creator-page-preview.tsx'),
  route('creator/pages/:id', 'pages/creator-page.tsx'),
  route('campus/organisation', 'pages/organisations.tsx'),
  route('campus/organisation/:id', 'pages/organisation.tsx'),
  route('campus/creator/dashboard', 'pages/creator-dashboard.tsx', { id: 'campus-creator-dashboard' }),

  route(':type/:id/edit', 'pages/edit.tsx', { id: 'edit' }),
  route(':type/0/new', 'pages/edit.tsx', { id: 'new' }),
  route('campus/:type/:id/edit', 'pages/edit.tsx', { id: 'campus-edit' }),
  route('campus/:type/0/new', 'pages/edit.tsx', { id: 'campus-new' }),

  route('auth/login', 'pages/auth-login.tsx', { id: 'login' }),
  route('auth/signup', 'pages/auth-login.tsx', { id: 'signup' }),
  route('auth/logout', 'pages/auth-logout.tsx'),
  route('auth/returned', 'pages/auth-returned.tsx'),
  route('auth/email', 'pages/auth-email.tsx'),
  route('auth/email/confirm', 'pages/auth-email-confirm.tsx'),
  route('auth/tfa', 'pages/auth-tfa.tsx'),
  route('auth/real-name', 'pages/auth-real-name.tsx'),
  route('accountSafety/:userId', 'pages/account-safety.tsx'),
  route('settings', 'pages/settings.tsx'),
  route('notifications', 'pages/notifications.tsx'),
  route('notifications/unsubscribe', 'pages/notifications-unsubscribe.tsx'),

  // pages of editors: the routes above win over them
  route('app/:slug', 'pages/managed.tsx', { id: 'app-managed' }),
  route('campus/:slug', 'pages/managed.tsx', { id: 'campus-managed' }),
  route('classroom/:slug', 'pages/managed.tsx', { id: 'classroom-managed' }),
  route(':slug', 'pages/managed.tsx', { id: 'managed' }),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
