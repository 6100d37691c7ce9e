<?php
/**
 * The page Settings → SVC Reader.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Adds the page for users who may change the site's options. */
function add_settings_page() {
	add_options_page( __( 'SVC Reader', 'svc-reader' ), __( 'SVC Reader', 'svc-reader' ), 'manage_options', 'svc-reader', __NAMESPACE__ . '\render_settings_page' );
}

/**
 * Adds a link to the page in the list of plugins.
 *
 * @param string[] $links Links of the plugin.
 * @return string[]
 */
function add_settings_link( $links ) {
	array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( settings_page_url() ), esc_html__( 'Settings', 'svc-reader' ) ) );
	return $links;
}

/** Returns the page's URL. */
function settings_page_url() {
	return admin_url( 'options-general.php?page=svc-reader' );
}

/** Prints the page. After saving, it tests the connection. */
function render_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = get_settings();
	$fields   = array(
		'server'     => array( __( 'Server', 'svc-reader' ), 'https://books.example', __( 'URL of your book server.', 'svc-reader' ) ),
		/* translators: %s: The site's origin, such as https://blog.example. */
		'key'        => array( __( 'Publishable key', 'svc-reader' ), 'svc_pro_pub…', sprintf( __( 'Create it with the origin %s.', 'svc-reader' ), site_origin() ) ),
		'deployment' => array( __( 'Deployment', 'svc-reader' ), 'dep_…', __( 'Optional. Gives every reader the appearance and controls of this deployment.', 'svc-reader' ) ),
		'affiliate'  => array( __( 'Default affiliate', 'svc-reader' ), '', __( 'Optional. The partner who is credited with sales, unless a block names another.', 'svc-reader' ) ),
	);
	// The options page of WordPress saves the form, checks its nonce, and returns here.
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended
	$is_saved = isset( $_GET['settings-updated'] );
	$is_test  = isset( $_GET['_wpnonce'] ) && wp_verify_nonce( sanitize_text_field( wp_unslash( $_GET['_wpnonce'] ) ), 'svc-reader-test' );
	echo '<div class="wrap"><h1>' . esc_html__( 'SVC Reader', 'svc-reader' ) . '</h1>';
	if ( ( $is_saved || $is_test ) && '' !== $settings['server'] && '' !== $settings['key'] ) {
		render_connection_notice( check_connection() );
	}
	echo '<form method="post" action="options.php">';
	settings_fields( 'svc_reader' );
	echo '<table class="form-table" role="presentation">';
	foreach ( $fields as $name => list( $label, $placeholder, $help ) ) {
		printf(
			'<tr><th scope="row"><label for="svc-reader-%1$s">%2$s</label></th><td><input class="regular-text code" dir="ltr" type="text" id="svc-reader-%1$s" name="%3$s[%1$s]" value="%4$s" placeholder="%5$s" aria-describedby="svc-reader-%1$s-help" autocomplete="off" spellcheck="false"><p class="description" id="svc-reader-%1$s-help">%6$s</p></td></tr>',
			esc_attr( $name ),
			esc_html( $label ),
			esc_attr( SETTINGS ),
			esc_attr( $settings[ $name ] ),
			esc_attr( $placeholder ),
			esc_html( $help )
		);
	}
	echo '</table><p class="submit">';
	submit_button( __( 'Save and test', 'svc-reader' ), 'primary', 'submit', false );
	if ( '' !== $settings['server'] && '' !== $settings['key'] ) {
		printf( ' <a class="button" href="%s">%s</a>', esc_url( wp_nonce_url( settings_page_url(), 'svc-reader-test' ) ), esc_html__( 'Test the connection', 'svc-reader' ) );
	}
	echo '</p></form></div>';
}

/**
 * Checks whether the server accepts the key and has the deployment.
 *
 * @return true|\WP_Error
 */
function check_connection() {
	$books = search_books( '', 1 );
	if ( is_wp_error( $books ) ) {
		return $books;
	}
	$deployment = get_settings()['deployment'];
	if ( '' === $deployment || array() === $books ) {
		return true;
	}
	$page = get_book_page( $books[0]['id'], $deployment );
	if ( is_wp_error( $page ) ) {
		return $page;
	}
	return 404 === $page['status']
		? new \WP_Error( 'svc_reader_deployment', __( 'The server has no such deployment.', 'svc-reader' ) )
		: true;
}

/**
 * Prints the result of a connection test.
 *
 * @param true|\WP_Error $result Result.
 */
function render_connection_notice( $result ) {
	$is_error = is_wp_error( $result );
	$message  = $is_error
		/* translators: %s: Reason. */
		? sprintf( __( 'The connection failed. %s', 'svc-reader' ), $result->get_error_message() )
		: __( 'Connected. The server accepts the key.', 'svc-reader' );
	printf( '<div class="notice notice-%s" role="status"><p>%s</p></div>', $is_error ? 'error' : 'success', esc_html( $message ) );
}
