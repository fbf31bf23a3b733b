// A pi that calls itself newer than every pi there is: the panel's own under another number.
if (process.argv.includes('--version')) console.log('99.0.0');
else await import(new URL('bundle/cli.js', import.meta.resolve('@earendil-works/pi-coding-agent')).href);
