import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),

  route('tutorials', 'pages/list.tsx', { id: 'tutorials' }),
  route('projects', 'pages/list.tsx', { id: 'projects' }),
  route('courses', 'pages/list.tsx', { id: 'courses' }),
  route('free', 'pages/list.tsx', { id: 'free' }),
  route('educators', 'pages/list.tsx', { id: 'educators' }),
  route('discount', 'pages/list.tsx', { id: 'discount' }),
  route('unity-learning-path', 'pages/learning-path.tsx'),
  route('live-calendar', 'pages/live-calendar.tsx'),
  route('search', 'pages/search.tsx'),

  route('tutorial/:slug', 'pages/tutorial.tsx'),
  route('project/:slug', 'pages/detail.tsx', { id: 'project' }),
  route('course/:slug', 'pages/detail.tsx', { id: 'course' }),
  route('liveSession/:slug', 'pages/live-session.tsx'),
  route('quiz/:slug', 'pages/quiz.tsx'),
  route('u/:userId', 'pages/my-learning.tsx'),

  route('creator/media', 'pages/creator-media.tsx'),
  route('creator/dashboard', 'pages/creator-dashboard.tsx', { id: 'creator-dashboard' }),
  route('creator/featured', 'pages/creator-featured.tsx'),
  route('creator/insights/:id', 'pages/creator-insights.tsx'),
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
  route('faq', 'pages/faq.tsx'),
  route('app/privacy', 'pages/legal-text.tsx', { id: 'privacy' }),
  route('app/terms', 'pages/legal-text.tsx', { id: 'terms' }),
  route('app/person-info-list', 'pages/legal-text.tsx', { id: 'person-info-list' }),
  route('term-of-service', 'pages/legal-text.tsx', { id: 'term-of-service' }),
  route('contact', 'pages/legal-text.tsx', { id: 'contact' }),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
