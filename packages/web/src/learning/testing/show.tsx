export { type FakeCall, fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
