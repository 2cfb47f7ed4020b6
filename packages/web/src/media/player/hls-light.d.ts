// the package describes its whole build alone; the light one is the same without the parts that pages do not use
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
