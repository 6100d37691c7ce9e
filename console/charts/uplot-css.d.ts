/** The style sheet of the chart library, which Vite bundles. */
declare module 'uplot/dist/uPlot.min.css';
