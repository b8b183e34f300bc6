export default {
  mode: 'production',
  devtool: 'source-map',
  entry: { client: './src/client.ts', mocked: './src/mocked.ts', unused: './src/unused.ts' },
  output: { publicPath: '/', module: true, filename: '[name].js' },
  experiments: { outputModule: true },
  resolve: { extensions: ['.ts', '.js'] },
  optimization: { splitChunks: { chunks: 'all', minSize: 0 } },
  performance: { hints: false },
  stats: { preset: 'none', errors: true, warnings: true },
  module: {
    rules: [
      { test: /\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } },
      { test: /\.js$/, enforce: 'pre', use: 'source-map-loader' },
    ],
  },
}
